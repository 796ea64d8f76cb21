/// Player of the screenshots and videos of a trace, in step with the timeline.
package traceglass.app.panel.player;
