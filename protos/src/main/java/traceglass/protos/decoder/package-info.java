/// Base of the zero-copy decoders that the build generates for the messages listed in
/// `protos/src/main/generator/decoders.txt`, one class `XDecoder` next to each message class `X`.
///
/// Decoders read byte arrays and do not depend on traces. Messages that are rare are decoded with protobuf-java.
@NullMarked
package traceglass.protos.decoder;

import org.jspecify.annotations.NullMarked;
