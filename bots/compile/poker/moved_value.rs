//! Uses a value after it was moved away.

fn main() {
    let name = String::from("moved_value");
    drop(name);
    println!("{name}");
}
