package traceglass.app.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads JSON-RPC messages, one per line.
final class RpcLine {

    /// Maximum length of a line in bytes. Longer lines are skipped without being buffered.
    static final int MAX_BYTES = 4 << 20;

    private final InputStream in;
    private final McpJsonMapper json;

    /// Thrown if a line is not a message.
    static final class InvalidRequestException extends Exception {

        private static final long serialVersionUID = 1;

        final int code;
        /// Id of the request, or null if it is not known.
        final transient @Nullable Object id;

        InvalidRequestException(int code, @Nullable Object id, String message) {
            super(message);
            this.code = code;
            this.id = id;
        }
    }

    RpcLine(InputStream in, McpJsonMapper json) {
        this.in = new BufferedInputStream(in);
        this.json = json;
    }

    /// Returns the next message; null at the end of the input.
    ///
    /// @throws InvalidRequestException if a line is not a message; the next line can still be read
    @Nullable
    JSONRPCMessage next() throws IOException, InvalidRequestException {
        String line;
        do {
            line = readLine();
        } while (line != null && line.isBlank());
        return line == null ? null : message(line);
    }

    private @Nullable String readLine() throws IOException, InvalidRequestException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isTooLong = false;
        int b = in.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            isTooLong |= line.size() >= MAX_BYTES;
            if (isTooLong) {
                line.reset();
            } else {
                line.write(b);
            }
        }
        if (isTooLong) {
            throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, null, McpTexts.tooLong(MAX_BYTES));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidRequestException(ErrorCodes.PARSE_ERROR, null, McpTexts.NOT_UTF_8);
        }
    }

    private JSONRPCMessage message(String line) throws InvalidRequestException {
        Object read;
        try {
            read = json.readValue(line, Object.class);
        } catch (IOException | RuntimeException e) {
            throw new InvalidRequestException(ErrorCodes.PARSE_ERROR, null, McpTexts.NOT_JSON);
        }
        if (!(read instanceof Map<?, ?> fields)) {
            throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, null, McpTexts.NOT_AN_OBJECT);
        }
        Object id = fields.get("id");
        if (id != null && !(id instanceof String) && !(id instanceof Integer) && !(id instanceof Long)) {
            throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, null, McpTexts.NOT_AN_ID);
        }
        Object params = fields.get("params");
        if (!"2.0".equals(fields.get("jsonrpc"))) {
            throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, id, McpTexts.NOT_JSON_RPC);
        }
        if (fields.get("method") instanceof String method) {
            if (params != null && !(params instanceof Map)) {
                throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, id, McpTexts.NOT_PARAMETERS);
            }
            if (id == null && fields.containsKey("id")) {
                throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, null, McpTexts.NOT_AN_ID);
            }
            try {
                return id == null ? new JSONRPCNotification(method, params) : new JSONRPCRequest(method, id, params);
            } catch (IllegalArgumentException e) {
                throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, id, String.valueOf(e.getMessage()));
            }
        }
        if (id != null && (fields.containsKey("result") || fields.containsKey("error"))) {
            try {
                return json.convertValue(fields, JSONRPCResponse.class);
            } catch (RuntimeException e) {
                throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, id, McpTexts.NOT_A_RESPONSE);
            }
        }
        throw new InvalidRequestException(ErrorCodes.INVALID_REQUEST, id, McpTexts.NO_METHOD);
    }
}
