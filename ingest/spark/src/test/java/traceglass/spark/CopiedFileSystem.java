package traceglass.spark;

import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/// The local file system under another scheme, so that its files count as remote.
public final class CopiedFileSystem extends RawLocalFileSystem {

    static final String SCHEME = "copied";

    /// Threads that have opened Parquet files.
    static final Set<Thread> READERS = ConcurrentHashMap.newKeySet();

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        if (file.getName().endsWith(".parquet")) {
            READERS.add(Thread.currentThread());
        }
        return super.open(file, bufferSize);
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }
}
