/// The frame around the pages of a window: side bar, top bar, keys, overlays and dialogs.
package traceglass.app.window.frame;
