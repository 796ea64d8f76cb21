/// User-visible strings of the timeline control, in one class.
package traceglass.render.text;
