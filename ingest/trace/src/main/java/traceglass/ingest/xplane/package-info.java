/// Importer of profiles of TensorFlow, JAX and PyTorch/XLA (`*.xplane.pb`).
package traceglass.ingest.xplane;
