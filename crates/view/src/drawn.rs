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
