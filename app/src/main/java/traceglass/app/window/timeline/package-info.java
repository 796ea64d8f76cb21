/// The timeline page: panes with tracks, what is drawn over them (flows, wake-ups, VSYNC, data losses), their
/// menus, and what a project keeps of them.
package traceglass.app.window.timeline;
