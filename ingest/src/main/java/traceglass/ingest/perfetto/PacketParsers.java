package traceglass.ingest.perfetto;

import java.util.List;
import java.util.function.Function;

/// The packet parsers there are: one line each.
final class PacketParsers {

    /// In the order in which parsers of one field are asked.
    static final List<Function<PerfettoReader, PacketParser>> ALL = List.of(
    );

    private PacketParsers() { }
}
