//! Where a rule decides: comparisons and conditions that can be turned round or shifted by one.

use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ReturnType, Signature, Stmt, Type};

/// One small fault that can be planted in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The bytes of the file that decide.
    pub at: Range<usize>,
    pub line: usize,
    /// Where it stands.
    pub function: String,
    pub fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// What holds does not, and the other way round.
    Negated,
    /// The comparison with another sign, in the place of its own.
    Shifted { sign: Range<usize>, to: &'static str },
}

/// All mutants of a file, in the order in which they stand.
pub fn mutants(text: &str) -> Result<Vec<Mutant>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut finder = Finder { found: Vec::new(), function: String::new() };
    finder.visit_file(&file);
    finder.found.sort_by_key(|mutant| (mutant.at.start, std::cmp::Reverse(mutant.at.end)));
    finder.found.dedup();
    Ok(finder.found)
}

struct Finder {
    found: Vec<Mutant>,
    /// The function that is being looked through.
    function: String,
}

/// Methods whose closure says yes or no.
const ASKING: [&str; 14] = [
    "filter",
    "any",
    "all",
    "find",
    "position",
    "take_while",
    "skip_while",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "retain",
    "rposition",
    "rfind",
    "partition",
];

impl Finder {
    fn note(&mut self, at: Span, fault: Fault) {
        let function = self.function.clone();
        self.found.push(Mutant { at: at.byte_range(), line: at.start().line, function, fault });
    }

    /// An expression that is true or false: it is negated as a whole where it is one thing, part by part where it is made
    /// of several.
    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Let(_) | Expr::Lit(_) => {}
            Expr::Paren(inner) => self.condition(&inner.expr),
            Expr::Group(inner) => self.condition(&inner.expr),
            Expr::Block(block) => self.last(&block.block),
            Expr::If(choice) => {
                self.last(&choice.then_branch);
                if let Some((_, other)) = &choice.else_branch {
                    self.condition(other);
                }
            }
            Expr::Match(choice) => choice.arms.iter().for_each(|arm| self.condition(&arm.body)),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {}
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.condition(&binary.left);
                self.condition(&binary.right);
            }
            // Comparisons are found wherever they stand.
            Expr::Binary(binary) if shifts(&binary.op).is_some() => {}
            other => self.note(other.span(), Fault::Negated),
        }
    }

    fn last(&mut self, block: &Block) {
        if let Some(Stmt::Expr(expr, None)) = block.stmts.last() {
            self.condition(expr);
        }
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        // What runs while compiling cannot ask which mutant is meant.
        if signature.constness.is_some() {
            return;
        }
        let says_yes = matches!(&signature.output, ReturnType::Type(_, ty)
            if matches!(&**ty, Type::Path(path) if path.path.is_ident("bool")));
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        if says_yes {
            self.last(block);
        }
        self.visit_block(block);
        self.function = outer;
    }
}

/// The signs a comparison can be shifted to: next to its own, for order; nothing for those that are just negated.
fn shifts(op: &BinOp) -> Option<Option<&'static str>> {
    Some(match op {
        BinOp::Lt(_) => Some("<="),
        BinOp::Le(_) => Some("<"),
        BinOp::Gt(_) => Some(">="),
        BinOp::Ge(_) => Some(">"),
        BinOp::Eq(_) | BinOp::Ne(_) => None,
        _ => return None,
    })
}

impl<'a> Visit<'a> for Finder {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    // Only what runs: constants, types and tests do not.
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'a Type) {}
    fn visit_pat(&mut self, _: &'a syn::Pat) {}
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr_if(&mut self, expr: &'a syn::ExprIf) {
        self.condition(&expr.cond);
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'a syn::ExprWhile) {
        self.condition(&expr.cond);
        visit::visit_expr_while(self, expr);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        if ASKING.contains(&call.method.to_string().as_str())
            && let Some(Expr::Closure(closure)) = call.args.first()
        {
            self.condition(&closure.body);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        if let Some(shift) = shifts(&binary.op) {
            self.note(binary.span(), Fault::Negated);
            if let Some(to) = shift {
                self.note(binary.span(), Fault::Shifted { sign: binary.op.span().byte_range(), to });
            }
        }
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) {
            self.condition(&binary.left);
            self.condition(&binary.right);
        }
        visit::visit_expr_binary(self, binary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, Fault)> {
        let all = mutants(text).unwrap();
        all.into_iter().map(|mutant| (text[mutant.at].to_owned(), mutant.fault)).collect()
    }

    #[test]
    fn comparisons_are_negated_and_shifted() {
        let text = "fn f(a: u8) -> u8 { if a < 3 { 1 } else { 2 } }";
        let sign = text.find('<').unwrap();
        let shifted = Fault::Shifted { sign: sign..sign + 1, to: "<=" };
        assert_eq!(found(text), [("a < 3".to_owned(), Fault::Negated), ("a < 3".to_owned(), shifted)]);
    }

    #[test]
    fn every_part_of_a_condition_counts_once() {
        let parts = |text: &str| found(text).into_iter().map(|(part, _)| part).collect::<Vec<_>>();
        assert_eq!(parts("fn f() -> bool { a() && (!b() || c == 1) }"), ["a()", "!b()", "c == 1"]);
        assert_eq!(parts("fn f() { if let Some(x) = y() && x.good() { g() } }"), ["x.good()"]);
        assert_eq!(parts("fn f() { list.iter().filter(|u| u.tall()).count(); }"), ["u.tall()"]);
        assert_eq!(parts("fn f() { match x { Some(y) if y.good() => {} _ => {} } }"), ["y.good()"]);
    }

    #[test]
    fn what_the_compiler_runs_is_left_alone() {
        assert!(
            found("const fn f(a: u8) -> bool { a < 3 }\nconst N: bool = 1 < 2;\nstatic M: [u8; 3] = [0; 3];")
                .is_empty()
        );
        assert!(found("#[cfg(test)] mod tests { fn f() -> bool { a == b } }").is_empty());
    }
}
