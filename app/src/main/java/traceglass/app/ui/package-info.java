/// The parts that windows are put together from: pages, the drawer and its tabs, icons, strips, small controls.
///
/// In: JavaFX, `traceglass.icons`. Out: nothing about traces or the store.
package traceglass.app.ui;
