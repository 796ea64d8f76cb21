/// The report about slices of a selected area, by name, with its options.
package traceglass.app.panel.area.slices;
