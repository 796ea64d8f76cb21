/// Flows into, out of and within a selected area: the report and its chart.
package traceglass.app.panel.area.flows;
