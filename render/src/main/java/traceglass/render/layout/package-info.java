/// The vertical direction: which rows there are, how high they are, which of them are open, pinned or filtered away.
/// Pure.
package traceglass.render.layout;
