/// Facts and enumerations of an Android system; what its services add to packets is in `traceglass.protos.extension`.
package traceglass.protos.android;
