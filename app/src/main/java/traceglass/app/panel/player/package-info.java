/// Player of the screenshots and videos of a trace, in sync with the timeline.
package traceglass.app.panel.player;
