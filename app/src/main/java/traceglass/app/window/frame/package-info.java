/// The frame around the pages of a window: sidebar, top bar, keys, overlays and dialogs.
package traceglass.app.window.frame;
