package traceglass.sdk;

import java.nio.charset.StandardCharsets;
import traceglass.sdk.proto.ProtoFields;

/// A session in which a custom data source is active.
public final class SourceInstance {

    /// Number of the field `legacy_config` of `DataSourceConfig`: a string in any format.
    static final int TEXT = 1000;

    private final DataSource source;
    private final byte[] config;

    /// The session that this instance belongs to.
    final EventRecorder session;

    SourceInstance(DataSource source, EventRecorder session, byte[] config) {
        this.source = source;
        this.session = session;
        this.config = config;
    }

    /// Returns the configuration as an encoded `DataSourceConfig`.
    public byte[] config() {
        return config.clone();
    }

    /// Returns the string configuration (`legacy_config`), or an empty string.
    public String text() {
        String text = "";
        for (ProtoFields fields = new ProtoFields(config); fields.next(); ) {
            if (fields.field() == TEXT) {
                text = new String(fields.content(), StandardCharsets.UTF_8);
            }
        }
        return text;
    }

    /// Writes a packet to this session, on the sequence of the calling thread.
    public void write(DataSource.Body body) {
        ThreadWriters.writePacket(session, source, body);
    }
}
