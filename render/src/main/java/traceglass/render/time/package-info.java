/// The horizontal direction: which stretch of time is visible, where a time falls in pixels, where ticks stand. Pure.
package traceglass.render.time;
