#include "conformance/client/content_coding.hpp"

#include "spec/base/text.hpp"
#include "spec/http/content_coding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::client {
namespace {

constexpr std::size_t kMaxCodings = 5;  ///< no server applies more; each costs a pass

Result<std::string> decode_one(std::string_view coding, std::string_view body, std::size_t max) {
    if (!http::ContentDecoder::can_decode(coding))
        return fail(ErrorCode::kUnsupported, "only gzip and deflate can be decoded");
    http::ContentDecoder decoder(coding);
    decoder.feed(body);
    std::string output;
    while (true) {
        const auto part = decoder.next();
        if (!part) return fail(ErrorCode::kSyntax, part.error().message);
        if (!*part) break;
        output += **part;
        if (output.size() > max)
            return fail(ErrorCode::kLimit, fmt::format("more than {} bytes when decoded", max));
    }
    if (!decoder.has_ended()) return fail(ErrorCode::kSyntax, "its end is missing");
    return output;
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
