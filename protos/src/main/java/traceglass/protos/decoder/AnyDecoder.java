package traceglass.protos.decoder;

/// Type of decoders in the signatures of methods that decode with any of them. Because it is an interface, the virtual
/// machine verifies the callers of such methods without loading the decoders that they create, of which a trace needs
/// only a few.
public sealed interface AnyDecoder permits MessageDecoder {}
