/// Track events, the tracks they lie on, and their free arguments.
package traceglass.protos.trackevent;
