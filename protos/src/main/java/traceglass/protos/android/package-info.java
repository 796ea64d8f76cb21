/// Packets, track event arguments and enumerations of Android's framework and native services.
package traceglass.protos.android;
