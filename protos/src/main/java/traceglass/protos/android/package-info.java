/// Information about an Android system, and enumerations. Fields that Android's services add to packets are in
/// `traceglass.protos.extension`.
package traceglass.protos.android;
