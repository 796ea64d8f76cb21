/// The state of Android's windows, layers, views and input.
package traceglass.protos.winscope;
