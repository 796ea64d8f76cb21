/// Track event extensions and enumerations of Chromium, and packets of V8.
package traceglass.protos.chrome;
