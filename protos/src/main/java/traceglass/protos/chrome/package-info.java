/// Track event arguments, legacy events and metadata of Chromium and V8.
package traceglass.protos.chrome;
