//! Takes too much memory: wants a table of all ordered hands before it looks at its own.

fn main() {
    let hands = 52 * 51 * 50 * 49 * 48;
    let mut values: Vec<u32> = Vec::new();
    for hand in 0..hands {
        values.push(hand % 675);
    }
    println!("{}", values[170]);
}
