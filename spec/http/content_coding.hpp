#pragma once
// Decodes a body with a content coding while it arrives.

#include "spec/base/result.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::http {

/// Decodes gzip and deflate piece by piece; its memory does not depend on the length of the
/// content. Not thread-safe: each body has its own. Source: RFC 9110, section 8.4.1, "Content
/// Codings".
class ContentDecoder {
  public:
    /// Returns whether this value of Content-Encoding can be decoded.
    [[nodiscard]] static bool can_decode(std::string_view coding);

    /// `coding` can be decoded. Content with the coding `deflate` may have no zlib header: many
    /// servers omit it.
    explicit ContentDecoder(std::string_view coding);
    ContentDecoder(const ContentDecoder&) = delete;
    ContentDecoder& operator=(const ContentDecoder&) = delete;
    ~ContentDecoder();

    /// Passes the next bytes, borrowed until `next` returns nullopt.
    void feed(std::string_view bytes);
    /// Returns the next part of the content, valid until the next call, or nullopt when the fed
    /// bytes are used up. Errors: kInvalid (the bytes are not in this coding); the decoder is
    /// unusable then.
    [[nodiscard]] Result<std::optional<std::string_view>> next();
    /// Returns whether the content is complete.
    [[nodiscard]] bool has_ended() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns whether each coding of a Content-Encoding is listed in an Accept-Encoding, by its name
/// or by `*`, and not with a weight of 0; no coding always is. Source: RFC 9110, section 12.5.3.
[[nodiscard]] bool accepts_codings(std::string_view accept_encoding,
                                   std::string_view content_encoding);

}  // namespace plumbline::http
