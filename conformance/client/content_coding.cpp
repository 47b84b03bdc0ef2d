#include "conformance/client/content_coding.hpp"

#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>
#include <zlib.h>

namespace plumbline::client {
namespace {

constexpr std::size_t kMaxCodings = 5;  ///< no server applies more; each costs a pass
constexpr std::size_t kPiece = std::size_t{64} * 1024U;

/// How zlib reads its input: the size of the window, and the wrapper that it expects.
enum class Wrapper : int { kGzip = MAX_WBITS + 16, kZlib = MAX_WBITS, kNone = -MAX_WBITS };

/// Decodes one body.
class Inflater {
  public:
    Inflater(std::string_view input, Wrapper wrapper, std::size_t max_size)
        : wrapper_(wrapper), input_size_(input.size()), max_size_(max_size) {
        // zlib does not change its input, but its interface is older than const.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
        stream_.avail_in = static_cast<uInt>(input.size());
        PLUMBLINE_CHECK(inflateInit2(&stream_, static_cast<int>(wrapper)) == Z_OK,
                        "zlib has memory");
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    Result<std::string> run() {
        std::string output;
        std::vector<char> piece(kPiece);
        while (true) {
            stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
            stream_.avail_out = static_cast<uInt>(piece.size());
            const int code = inflate(&stream_, Z_NO_FLUSH);
            output.append(piece.data(), piece.size() - stream_.avail_out);
            if (output.size() > max_size_) {
                return fail(ErrorCode::kLimit,
                            fmt::format("more than {} bytes when decoded", max_size_));
            }
            if (code == Z_STREAM_END) {
                if (stream_.avail_in == 0) return output;
                // A gzip file may have several members; nothing else may follow.
                if (wrapper_ != Wrapper::kGzip) return malformed("more bytes after its end");
                inflateReset(&stream_);
            } else if (code == Z_BUF_ERROR || (code == Z_OK && ends_early())) {
                return malformed("its end is missing");
            } else if (code != Z_OK) {
                return malformed(stream_.msg ? stream_.msg : "invalid data");
            }
        }
    }

  private:
    /// Returns whether more output needs input that is not there.
    [[nodiscard]] bool ends_early() const {
        return stream_.avail_in == 0 && stream_.avail_out != 0;
    }
    [[nodiscard]] tl::unexpected<Error> malformed(std::string_view what) const {
        return fail(
            ErrorCode::kSyntax,
            fmt::format(
                "{} (at byte {} of {})", what, input_size_ - stream_.avail_in, input_size_));
    }

    z_stream stream_{};
    Wrapper wrapper_;
    std::size_t input_size_;
    std::size_t max_size_;
};

/// Returns whether the body begins as in RFC 1950, section 2.2.
bool has_zlib_header(std::string_view body) {
    if (body.size() < 2) return false;
    const auto first = static_cast<unsigned char>(body[0]);
    const auto second = static_cast<unsigned char>(body[1]);
    return (first & 0x0FU) == Z_DEFLATED && (first * 256U + second) % 31U == 0;
}

Result<std::string> decode_one(std::string_view coding, std::string_view body, std::size_t max) {
    if (equals_ignoring_case(coding, "gzip") || equals_ignoring_case(coding, "x-gzip"))
        return Inflater(body, Wrapper::kGzip, max).run();
    if (!equals_ignoring_case(coding, "deflate"))
        return fail(ErrorCode::kUnsupported, "only gzip and deflate can be decoded");
    return Inflater(body, has_zlib_header(body) ? Wrapper::kZlib : Wrapper::kNone, max).run();
}

}  // namespace

Result<std::string> decode_content(std::string_view codings,
                                   std::string body,
                                   std::size_t max_size) {
    auto names = split(codings, ',');
    if (names.size() > kMaxCodings)
        return fail(ErrorCode::kUnsupported, fmt::format("{} codings", names.size()));
    std::reverse(names.begin(), names.end());
    for (const std::string_view listed : names) {
        const std::string_view name = trimmed(listed);
        if (name.empty() || equals_ignoring_case(name, kNoCoding)) continue;
        auto decoded = decode_one(name, body, max_size);
        if (!decoded) return decoded;
        body = *std::move(decoded);
    }
    return body;
}

}  // namespace plumbline::client
