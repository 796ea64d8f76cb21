/// Track events, the tracks they lie on, their free arguments, and those of Chromium.
package traceglass.protos.trackevent;
