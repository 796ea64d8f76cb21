package traceglass.service.probe.system;

import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.PolledFile;

/// A group of counters that are in one text file of `/proc`.
abstract class PolledText implements StatGroup {

    private final FileLoader loader;
    private final PolledFile file;
    private final LineCursor lines = new LineCursor();

    PolledText(FileLoader loader, byte[] path) {
        this.loader = loader;
        file = new PolledFile(path);
    }

    @Override
    public final void write(ProtoWriter out) {
        if (file.read(loader)) {
            write(lines.set(loader.bytes(), loader.size()), out);
        }
    }

    /// Parses the text of the file and writes the counters.
    abstract void write(LineCursor text, ProtoWriter out);

    @Override
    public final void close() {
        file.close(loader);
    }
}
