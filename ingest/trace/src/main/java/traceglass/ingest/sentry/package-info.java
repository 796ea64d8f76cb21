/// Import of profiles that SDKs of Sentry record: samples of threads with a list of frames, as JSON.
@NullMarked
package traceglass.ingest.sentry;

import org.jspecify.annotations.NullMarked;
