#include "spec/http/content_coding.hpp"

#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <array>
#include <zlib.h>

namespace plumbline::http {
namespace {

constexpr std::size_t kOutputSize = 16'384;  ///< bytes

}  // namespace

struct ContentDecoder::State {
    z_stream stream{};
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

ContentDecoder::ContentDecoder() : state_(std::make_unique<State>()) {
    // Of the largest window; the header tells gzip and zlib (`deflate`) apart.
    constexpr int kWindowBits = MAX_WBITS + 32;
    PLUMBLINE_CHECK(inflateInit2(&state_->stream, kWindowBits) == Z_OK, "zlib must have memory");
}

ContentDecoder::~ContentDecoder() {
    inflateEnd(&state_->stream);
}

void ContentDecoder::feed(std::string_view bytes) {
    // zlib does not change its input, but its interface is older than const.
    state_->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state_->stream.avail_in = static_cast<uInt>(bytes.size());
}

Result<std::optional<std::string_view>> ContentDecoder::next() {
    State& state = *state_;
    while (state.stream.avail_in > 0 || state.has_more_output) {
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

}  // namespace plumbline::http
