package traceglass.protos.decoder;

/// Assigns ids to strings, so that decoders need not create them.
@FunctionalInterface
public interface StringIds {

    /// Returns the id of the string with these UTF-8 bytes.
    int intern(byte[] utf8, int offset, int length);
}
