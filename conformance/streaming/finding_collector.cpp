#include "conformance/streaming/finding_collector.hpp"

#include "reports/reports.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxFindings = 20;
constexpr std::size_t kMaxReadArrivals = 1'024;
constexpr std::uint64_t kContextBytes = 60;       ///< on either side
constexpr std::uint64_t kLongestSecret = 16'384;  ///< the context is masked with this margin, so
                                                  ///< that no secret is split

std::string escape_unprintable(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '\r') {
            text += "\\r";
        } else if (byte == '\n') {
            text += "\\n";
        } else if (code < 0x20 || code >= 0x7F) {
            text += fmt::format("\\x{:02x}", code);
        } else {
            text += byte;
        }
    }
    return text;
}

}  // namespace

void WireTrace::append(std::string_view bytes, Instant at) {
    bytes_.append(bytes);
    arrivals_.push_back({bytes_.size(), at});
    if (arrivals_.size() > kMaxReadArrivals) arrivals_.pop_front();
}

Duration WireTrace::arrival_time(std::uint64_t offset) const {
    const auto found =
        std::find_if(arrivals_.begin(), arrivals_.end(), [&](const ReadArrival& arrival) {
            return offset < arrival.end;
        });
    if (arrivals_.empty()) return {};
    return (found == arrivals_.end() ? arrivals_.back() : *found).at - started_;
}

bool WireTrace::has_secret_near(std::uint64_t offset) const {
    if (!mask_) return false;
    constexpr std::uint64_t kMargin = kContextBytes + kLongestSecret;
    const std::string bytes = bytes_.between(offset - std::min(offset, kMargin), offset + kMargin);
    return mask_(bytes) != bytes;
}

WireTrace::MaskedBytes WireTrace::masked_bytes(std::uint64_t offset) const {
    // Masked before it is trimmed: half a secret would not be recognized.
    const std::uint64_t margin = mask_ ? kContextBytes + kLongestSecret : kContextBytes;
    MaskedBytes bytes{bytes_.between(offset - std::min(offset, margin), offset),
                      bytes_.between(offset, offset + margin)};
    if (mask_) {
        const std::string whole = mask_(bytes.before + bytes.after);
        bytes.before = mask_(bytes.before);
        bytes.after = mask_(bytes.after);
        bytes.has_split_secret = whole != bytes.before + bytes.after;
    }
    bytes.before.erase(
        0, bytes.before.size() - std::min<std::size_t>(bytes.before.size(), kContextBytes));
    bytes.after.resize(std::min<std::size_t>(bytes.after.size(), kContextBytes));
    return bytes;
}

std::string WireTrace::context_of(std::uint64_t offset) const {
    const MaskedBytes bytes = masked_bytes(offset);
    if (bytes.has_split_secret) return "bytes that contain a secret";
    return escape_unprintable(bytes.before) + ">>" + escape_unprintable(bytes.after);
}

reports::StreamExcerpt WireTrace::excerpt_of(const StreamPosition& position) const {
    reports::StreamExcerpt excerpt;
    excerpt.at_ms = milliseconds_to(position.offset);
    excerpt.event = position.event;
    excerpt.offset = position.offset;
    const MaskedBytes masked = masked_bytes(position.offset);
    // Bytes that a mask has changed have other offsets, so they are not shown.
    const std::uint64_t before = std::min(position.offset, kContextBytes);
    const std::string first = bytes_.between(position.offset - before, position.offset);
    const std::string second = bytes_.between(position.offset, position.offset + kContextBytes);
    excerpt.begin = position.offset - first.size();
    if (masked.has_split_secret || masked.before != first || masked.after != second) return excerpt;
    excerpt.hex = reports::hex_of(first + second);
    return excerpt;
}

double WireTrace::milliseconds_to(std::uint64_t offset) const {
    return std::chrono::duration<double, std::milli>(arrival_time(offset)).count();
}

std::string WireTrace::describe(const StreamPosition& position) const {
    const std::string event = position.event > 0 ? fmt::format("event {}, ", position.event) : "";
    return fmt::format("{}byte {} of the body, {:.1f} ms after the request: {}",
                       event,
                       position.offset,
                       milliseconds_to(position.offset),
                       context_of(position.offset));
}

void FindingCollector::add(StreamRuleId rule, FindingDetails details) {
    const StreamRuleRow& row = row_of(rule);
    if (!stream_ && row.source == StreamRuleSource::kService) return;
    checks::CheckFinding one;
    one.finding.code = row.code;
    one.finding.where = where_;
    one.finding.expected = details.expected.empty() ? std::string(row.expected) : details.expected;
    one.finding.requirements = requirements_of(row, details, one.basis);
    violated_.insert(one.finding.requirements.begin(), one.finding.requirements.end());
    std::string kind = details.kind.empty() ? one.finding.expected : std::move(details.kind);
    for (CountedFinding& counted : findings_) {
        if (counted.finding.finding.code != one.finding.code || counted.kind != kind) continue;
        ++counted.repeats;
        return;
    }
    if (findings_.size() >= kMaxFindings) {
        ++omitted_;
        return;
    }
    // `got` may quote a part of the bytes, and so a part of a secret.
    const bool is_secret = details.position && trace_.has_secret_near(details.position->offset);
    one.finding.got = is_secret ? "bytes that contain a secret" : std::move(details.got);
    if (details.position) {
        one.finding.note = trace_.describe(*details.position);
        excerpts_.push_back(trace_.excerpt_of(*details.position));
        excerpts_.back().code = one.finding.code;
    }
    findings_.push_back({std::move(one), std::move(kind)});
}

std::vector<std::string> FindingCollector::requirements_of(const StreamRuleRow& row,
                                                           const FindingDetails& details,
                                                           Basis& basis) const {
    // A rule that no document states follows from the protocols that it names.
    basis = Basis::kImplied;
    if (details.item) {
        basis = details.item->basis;
        return details.requirements.empty() ? details.item->requirements : details.requirements;
    }
    std::vector<std::string> ids;
    if (!stream_ && row.source == StreamRuleSource::kReader) basis = Basis::kAssumed;
    if (!stream_) return ids;
    for (const std::string_view word : row.contract_rules) {
        const StreamRule* declared = stream_->rule(word);
        if (!declared) continue;
        if (word == row.contract_rules.front()) basis = declared->basis;
        ids.insert(ids.end(), declared->requirements.begin(), declared->requirements.end());
    }
    return ids;
}

checks::CheckResult FindingCollector::take_result() {
    checks::CheckResult result;
    for (CountedFinding& counted : findings_) {
        reports::Finding& finding = counted.finding.finding;
        if (counted.repeats > 0)
            reports::add_note(finding, fmt::format("and {} more like it", counted.repeats));
        result.findings.push_back(std::move(counted.finding));
    }
    if (omitted_ > 0)
        reports::add_note(result.findings.back().finding,
                          fmt::format("and {} other findings", omitted_));
    std::set<std::string> verified = std::move(shown_);
    for (const std::string& word : checked_rules_) {
        if (const StreamRule* rule = stream_ ? stream_->rule(word) : nullptr)
            verified.insert(rule->requirements.begin(), rule->requirements.end());
    }
    std::set_difference(verified.begin(),
                        verified.end(),
                        violated_.begin(),
                        violated_.end(),
                        std::back_inserter(result.verified));
    findings_.clear();
    return result;
}

}  // namespace plumbline::streaming
