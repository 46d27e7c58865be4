# How far the best code is from the second best, by squared correlations: a metric that answers JSON Lines.
use JSON::PP; use List::Util 'sum'; $| = 1;
sub columns { open my $in, '<:raw', shift; read $in, my $head, 128; local $/; my @x = unpack 'd*', <$in>;
    my ($n, $k) = $head =~ /\((\d+), (\d+)\)/; map { [splice @x, 0, $n] } 1 .. $k }
sub unit { my $mean = sum(@{$_[0]}) / @{$_[0]}; my $l = sqrt sum map { ($_ - $mean) ** 2 } @{$_[0]}; map { $l && ($_ - $mean) / $l } @{$_[0]} }
sub r { my @x = unit(shift); my @y = unit(shift); sum map { $x[$_] * $y[$_] } 0 .. $#x }
while (<STDIN>) { my $ask = decode_json $_; last if $ask->{op} eq 'bye';
    if ($ask->{op} eq 'describe') { print '{"name": "gap", "outputs": [{"name": "gap", "axis": "factor"}], "deterministic": true}', "\n"; next }
    my @z = columns($ask->{codes}); my @r = map { my $v = $_; [map { r($v, $_) } @z] } columns($ask->{factors});
    my @gap = map { my @s = sort { $b <=> $a } map { $_ ** 2 } @$_; $s[0] - $s[1] } @r;
    my %step = (name => 'your step "relation"', step => 'relation', rows => scalar @r, values => [map { @$_ } @r]);
    print encode_json({scores => [{output => 'gap', items => \@gap}], observed => {offered => [\%step]}}), "\n" }
