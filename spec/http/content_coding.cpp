#include "spec/http/content_coding.hpp"

#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <zlib.h>

namespace plumbline::http {
namespace {

constexpr std::size_t kOutputSize = 16'384;  ///< bytes

/// Returns whether content of at least two bytes begins as in RFC 1950, section 2.2.
bool has_zlib_header(std::string_view content) {
    const auto first = static_cast<unsigned char>(content[0]);
    if ((first & 0x0FU) != Z_DEFLATED) return false;
    return (first * 256U + static_cast<unsigned char>(content[1])) % 31U == 0;
}

}  // namespace

struct ContentDecoder::State {
    z_stream stream{};
    bool is_gzip = false;
    bool is_open = false;  ///< the first two bytes have shown the wrapper
    std::string start;     ///< a first byte that came alone, and what was fed next
    std::array<char, kOutputSize> output{};
    bool has_ended = false;
    bool has_more_output = false;  ///< the output was full
};

bool ContentDecoder::can_decode(std::string_view coding) {
    for (const std::string_view name : {"gzip", "x-gzip", "deflate"}) {
        if (equals_ignoring_case(coding, name)) return true;
    }
    return false;
}

ContentDecoder::ContentDecoder(std::string_view coding) : state_(std::make_unique<State>()) {
    state_->is_gzip = !equals_ignoring_case(coding, "deflate");
}

ContentDecoder::~ContentDecoder() {
    if (state_->is_open) inflateEnd(&state_->stream);
}

void ContentDecoder::feed(std::string_view bytes) {
    if (bytes.empty()) return;
    if (!state_->is_open) {
        if (bytes.size() < 2 || !state_->start.empty()) {
            state_->start += bytes;
            if (state_->start.size() < 2) return;
            bytes = state_->start;
        }
        const int unwrapped = has_zlib_header(bytes) ? MAX_WBITS : -MAX_WBITS;
        const int window = state_->is_gzip ? MAX_WBITS + 16 : unwrapped;
        PLUMBLINE_CHECK(inflateInit2(&state_->stream, window) == Z_OK, "zlib must have memory");
        state_->is_open = true;
    }
    // zlib does not change its input, but its interface is older than const.
    state_->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state_->stream.avail_in = static_cast<uInt>(bytes.size());
}

Result<std::optional<std::string_view>> ContentDecoder::next() {
    State& state = *state_;
    while (state.stream.avail_in > 0 || state.has_more_output) {
        if (state.has_ended && !state.is_gzip)
            return fail(ErrorCode::kInvalid, "there are more bytes after its end");
        // RFC 1952, section 2.2: a gzip file may have several members.
        if (state.has_ended) inflateReset(&state.stream);
        state.has_ended = false;
        state.stream.next_out = reinterpret_cast<Bytef*>(state.output.data());
        state.stream.avail_out = kOutputSize;
        const int code = inflate(&state.stream, Z_SYNC_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
            return fail(ErrorCode::kInvalid,
                        state.stream.msg != nullptr ? state.stream.msg : "not in this coding");
        }
        state.has_ended = code == Z_STREAM_END;
        state.has_more_output = code == Z_OK && state.stream.avail_out == 0;
        const std::size_t size = kOutputSize - state.stream.avail_out;
        if (size > 0) return std::string_view(state.output.data(), size);
        if (code == Z_BUF_ERROR) break;
    }
    return std::nullopt;
}

bool ContentDecoder::has_ended() const {
    return state_->has_ended;
}

bool accepts_codings(std::string_view accept_encoding, std::string_view content_encoding) {
    // RFC 9110, section 8.4.1.3: x-gzip is equivalent to gzip.
    const auto name_of = [](std::string_view coding) {
        return equals_ignoring_case(coding, "x-gzip") ? std::string_view("gzip") : coding;
    };
    const auto listed = split(accept_encoding, ',');
    const auto is_accepted = [&](std::string_view name) -> std::optional<bool> {
        for (const std::string_view item : listed) {
            const auto parts = split(item, ';');
            if (!equals_ignoring_case(name_of(trimmed(parts.front())), name)) continue;
            const std::string_view weight = parts.size() > 1 ? trimmed(parts[1]) : "q=1";
            return weight.find_first_of("123456789") != std::string_view::npos;
        }
        return std::nullopt;
    };
    const auto accepts = [&](std::string_view given) {
        const std::string_view coding = name_of(trimmed(given));
        const auto by_name = is_accepted(coding);
        return coding.empty() || equals_ignoring_case(coding, "identity") ||
               (by_name ? *by_name : is_accepted("*").value_or(false));
    };
    return std::ranges::all_of(split(content_encoding, ','), accepts);
}

}  // namespace plumbline::http
