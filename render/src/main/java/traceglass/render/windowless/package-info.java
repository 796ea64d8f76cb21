/// Drawing that nobody watches: pictures for files, practice before the first trace is opened, measuring, and fewer
/// threads for runs without a window.
///
/// In: the timeline control. Nothing of this module uses this room.
package traceglass.render.windowless;
