//! Each attack on each layer.

use croupier_arena::sandbox::Layer;
use croupier_arena::sandbox::attack::{ATTACKS, Attack, Outcome};

use crate::ground::{Ground, ground, lasting_ground};

fn is_held(layer: Layer, of_layer: fn(Layer) -> Option<Ground>, name: &str) {
    let Some(ground) = of_layer(layer) else { return };
    let attack = Attack::named(name).unwrap();
    let outcome = attack.attempt(&ground.sandbox, &ground.python, &ground.work).unwrap();
    assert!(matches!(outcome, Outcome::Held(_)), "{layer}, {name}: {outcome:?}");
}

/// A test for each attack, in a module for each layer.
macro_rules! attacks {
    ($($name:ident)*) => {
        attacks!(@layer bubblewrap_and_cgroup BubblewrapCgroup ground [$($name)*]);
        attacks!(@layer bubblewrap Bubblewrap ground [$($name)*]);
        attacks!(@layer landlock Landlock ground [$($name)*]);
        attacks!(@layer series_in_bubblewrap_and_cgroup BubblewrapCgroup lasting_ground [$($name)*]);
        attacks!(@layer series_in_bubblewrap Bubblewrap lasting_ground [$($name)*]);

        #[test]
        fn every_attack_has_its_tests() {
            assert_eq!(ATTACKS.map(|attack| attack.name), [$(stringify!($name)),*]);
        }
    };
    (@layer $module:ident $layer:ident $ground:ident [$($name:ident)*]) => {
        mod $module {
            $(
                #[test]
                fn $name() {
                    super::is_held(super::Layer::$layer, super::$ground, stringify!($name));
                }
            )*
        }
    };
}

attacks! {
    network files descriptors memory_of_referee signal fork fork_bomb threads memory memory_of_many datagram
    owner_of_signals marks identity_bits disk processor namespace io_uring outlive
}
