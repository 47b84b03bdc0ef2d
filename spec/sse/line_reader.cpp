#include "spec/sse/line_reader.hpp"

#include "spec/base/check.hpp"

namespace plumbline::sse {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

}  // namespace

void LineReader::feed(std::string_view bytes) {
    PLUMBLINE_CHECK(at_ == bytes_.size() || is_too_long_,
                    "all lines are read before more bytes are fed");
    base_ += bytes_.size();
    bytes_ = bytes;
    at_ = 0;
    if (bom_ < kBomSkipped) skip_bom();
    if (skips_lf_ && !bytes_.empty()) {
        if (bytes_.front() == '\n') at_ = 1;
        skips_lf_ = false;
    }
    next_lf_ = std::min(bytes_.find('\n', at_), bytes_.size());
    next_cr_ = std::min(bytes_.find('\r', at_), bytes_.size());
}

/// The mark's bytes may arrive separately; if they are not a mark, they belong to the first line.
void LineReader::skip_bom() {
    while (at_ < bytes_.size() && bom_ < kBomSkipped) {
        const auto matched = static_cast<std::size_t>(bom_);
        if (bytes_[at_] != kBom[matched]) {
            buffer_ = kBom.substr(0, matched);
            has_partial_line_ = matched > 0;
            bom_ = kNoBom;
            return;
        }
        ++at_;
        ++bom_;
    }
}

/// Reads a line that spans several pieces; `end` is its end, or the end of the bytes.
bool LineReader::next_across_feeds(Line& line, std::size_t end) {
    if (!has_partial_line_) {
        buffer_offset_ = base_ + at_;
        buffer_.clear();
    }
    buffer_ += bytes_.substr(at_, end - at_);
    if (buffer_.size() > max_line_) return fail_too_long();
    has_partial_line_ = end == bytes_.size();
    if (has_partial_line_) {
        at_ = end;
        return false;
    }
    line = {buffer_, buffer_offset_, true};
    advance_past(end);
    return true;
}

bool LineReader::fail_too_long() {
    is_too_long_ = true;
    at_ = bytes_.size();
    return false;
}

std::optional<std::uint64_t> LineReader::open_line() const {
    if (has_partial_line_) return buffer_offset_;
    const bool is_in_bom = bom_ > 0 && bom_ < kBomSkipped;
    return is_in_bom ? std::optional<std::uint64_t>(0) : std::nullopt;
}

}  // namespace plumbline::sse
