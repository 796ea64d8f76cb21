/// Batteries, power rails and energy estimates.
package traceglass.protos.power;
