/// Texts that the timeline control shows, in one class.
package traceglass.render.text;
