//! The field as a seat sees it, written down: most decisions leave it as it was, and mostly both sides see the same.

use crate::ground::is_same;
use draw::page;
use kernel::scene::{Body, Field, Scene, Zone};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, PoisonError};

/// The field that was drawn last. Positions of one battle hand it on to each other.
#[derive(Debug, Default)]
pub struct Drawings(Mutex<Option<Arc<Drawn>>>);

/// A field with all that stands on it, and both as JSON.
#[derive(Debug)]
pub struct Drawn {
    field: Field,
    stand: Vec<Body>,
    marked: Vec<Zone>,
    pub bodies: Arc<RawValue>,
    pub pieces: Arc<RawValue>,
    pub zones: Arc<RawValue>,
}

impl Clone for Drawings {
    fn clone(&self) -> Drawings {
        Drawings(Mutex::new(self.last()))
    }
}

impl Drawings {
    fn last(&self) -> Option<Arc<Drawn>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The scene, drawn now or before.
    pub fn draw(&self, scene: Scene) -> Result<Arc<Drawn>, serde_json::Error> {
        if let Some(last) = self.last().filter(|last| last.shows(&scene)) {
            return Ok(last);
        }
        let drawn = Arc::new(Drawn::of(scene)?);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&drawn));
        Ok(drawn)
    }

    /// How many bytes it takes to keep, about: read and written, bodies weigh much the same.
    pub fn weight(&self) -> usize {
        let text = |drawn: &Drawn| 2 * drawn.bodies.get().len() + drawn.pieces.get().len() + drawn.zones.get().len();
        self.0.try_lock().ok().and_then(|last| last.as_deref().map(text)).unwrap_or(0)
    }

    pub fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drawn {
    fn of(scene: Scene) -> Result<Drawn, serde_json::Error> {
        let pieces = to_raw_value(&page::pieces(&scene))?.into();
        let (bodies, zones) = (to_raw_value(&scene.bodies)?.into(), to_raw_value(&scene.zones)?.into());
        let Scene { field, bodies: stand, zones: marked, .. } = scene;
        Ok(Drawn { field, stand, marked, bodies, pieces, zones })
    }

    fn shows(&self, scene: &Scene) -> bool {
        self.stand == scene.bodies && self.marked == scene.zones && is_same(&self.field, &scene.field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_drawn_anew_when_it_looks_otherwise() {
        for battle in ["first-blood", "wing-against-wing"] {
            let source = shelf::find(battle).unwrap();
            let (door, _) = shelf::begin(&source, &Default::default(), shelf::Dice::Seed(1)).unwrap();
            let (scene, drawings) = (door.scene(None), Drawings::default());
            let first = drawings.draw(scene.clone()).unwrap();
            assert!(Arc::ptr_eq(&first, &drawings.clone().draw(scene.clone()).unwrap()), "the same is not drawn again");
            let mut moved = scene.clone();
            moved.bodies[0].at[0] += 1.0;
            let next = drawings.draw(moved.clone()).unwrap();
            assert_ne!((next.bodies.get(), next.pieces.get()), (first.bodies.get(), first.pieces.get()));
            assert_eq!(next.pieces.get(), Drawings::default().draw(moved).unwrap().pieces.get());
            let mut marked = scene.clone();
            marked.zones.push(Zone::plain("a place", vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]));
            assert_ne!(drawings.draw(marked).unwrap().zones.get(), first.zones.get());
            assert!(drawings.weight() > 0);
            drawings.forget();
            assert_eq!((drawings.weight(), drawings.draw(scene).unwrap().bodies.get()), (0, first.bodies.get()));
        }
    }
}
