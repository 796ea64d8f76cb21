package traceglass.spark;

import java.net.URI;
import org.apache.hadoop.fs.RawLocalFileSystem;

/// The local file system under another scheme, so that its files count as remote.
public final class CopiedFileSystem extends RawLocalFileSystem {

    static final String SCHEME = "copied";

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }
}
