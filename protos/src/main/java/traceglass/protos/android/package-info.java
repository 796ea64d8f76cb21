/// Information about an Android system and its enumerations; fields that its services add to packets are in
/// `traceglass.protos.extension`.
package traceglass.protos.android;
