/// Profiles of TensorFlow, JAX and PyTorch/XLA.
package traceglass.protos.foreign.xplane;
