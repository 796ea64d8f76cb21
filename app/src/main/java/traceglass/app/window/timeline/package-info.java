/// The timeline page: panes with tracks, overlays (flows, wake-ups, VSYNC, data losses), menus, and the state saved
/// in projects.
package traceglass.app.window.timeline;
