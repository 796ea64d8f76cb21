/// Context menu of one event, for the timeline and for lists of events.
package traceglass.app.panel.menu;
