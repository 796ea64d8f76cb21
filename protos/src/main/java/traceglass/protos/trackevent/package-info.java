/// Track events, their tracks, their debug annotations, and arguments of Chromium's events.
package traceglass.protos.trackevent;
