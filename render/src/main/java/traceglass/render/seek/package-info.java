/// Finds things in what is loaded: the event before or behind another, the border that a drag snaps to, the rows that a
/// person will come to next.
///
/// In: the picture and its frames. Not in: moving, selecting and loading; whoever asks does that.
package traceglass.render.seek;
